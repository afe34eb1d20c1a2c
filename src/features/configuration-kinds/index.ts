export {
  ItemFault,
  type Change,
  type ConfigurationKind,
  type Creation,
  type Fields,
  type Ids,
  type Names,
  type Right,
  type StoredThing,
  type WriteContext,
} from "./kind";
export {
  defaultsOf,
  eachOf,
  fieldsOf,
  fromPlainItem,
  idOf,
  named,
  required,
  textOf,
  toPlainItem,
  type Form,
} from "./form";
