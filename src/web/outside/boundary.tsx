import { Component, type ReactNode } from "react";
import { Crash } from "../components/states/crash";

/** What is shown in the place of a page that failed. */
export class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === undefined ? this.props.children : <Crash error={error} />;
  }
}
