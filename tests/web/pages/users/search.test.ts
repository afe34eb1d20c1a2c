import { expect, test } from "bun:test";
import { array, assert, integer, option, property, record, string } from "fast-check";
import { parseKeysSearch, type KeysSearch } from "../../../../src/web/pages/all-api-keys/search";
import { parseUsersSearch, type UsersSearch } from "../../../../src/web/pages/users/search";
import { parseSearch, stringifySearch } from "../../../../src/web/url/search-params";

const text = option(string({ minLength: 1 }), { nil: undefined });
const list = option(array(string({ minLength: 1 }), { minLength: 1 }), { nil: undefined });
const id = option(integer({ min: 1 }), { nil: undefined });

test("the list of users reads what it prints", () => {
  assert(
    property(
      record({ q: text, role: list, state: list, source: list, sort: text, id }),
      (search: UsersSearch) => {
        expect(parseUsersSearch(parseSearch(stringifySearch(search)))).toEqual(search);
      },
    ),
  );
});

test("so does the list of API keys", () => {
  assert(
    property(
      record({ q: text, owner: list, state: list, sort: text, columns: list }),
      (search: KeysSearch) => {
        expect(parseKeysSearch(parseSearch(stringifySearch(search)))).toEqual(search);
      },
    ),
  );
});

test("an id that is none opens nothing", () => {
  expect(parseUsersSearch({ id: "first" }).id).toBeUndefined();
});
