import { Component, type ErrorInfo, type ReactNode } from "react";
import { asError, isMissingChunk } from "./as-error";
import { Crash } from "./crash";
import { ErrorState } from "./error-state";

type Props = { title: string; children: ReactNode };

/** Keeps a fault in one part of a page from taking the others with it. */
export class PartBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: asError(error) };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    // oxlint-disable-next-line no-console -- the only log that a page has
    console.error(error, componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (isMissingChunk(error)) return <Crash error={error} />;
    return (
      <ErrorState error={error} title={this.props.title} onRetry={() => this.setState({ error: null })} />
    );
  }
}
