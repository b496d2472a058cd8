import { expect, test } from 'vitest';
import { faultsIn } from './private-members.mjs';

test.each([
  ['a method that only Node calls', 'server.assignSocket(socket);', /assignSocket is private/],
  ['a V8 flag set at run time', "import { setFlagsFromString } from 'node:v8';", /setFlagsFromString is imported/],
  ['the same through a namespace', "v8.setFlagsFromString('--expose-gc');", /setFlagsFromString is private/],
  ["Node's parser of a connection", 'socket.parser.pause();', /parser is private/],
  ['a member with an underscore', 'const queue = pool._pendingQueue;', /_pendingQueue is private/],
  ['a member named _', 'const session = tx._.session;', /_ is private/],
  ['the same in brackets', "const queue = pool['_pendingQueue'];", /_pendingQueue is private/],
  ['the same by destructuring', 'const { _pendingQueue: queue } = pool;', /_pendingQueue is private/],
  ['the same by reflection', "Reflect.get(pool, '_pendingQueue');", /_pendingQueue is private/],
  ['a method put on a prototype', 'Response.prototype.end = function () {};', /a prototype is changed/],
  ['a property defined on a prototype', "Object.defineProperty(Map.prototype, 'sum', {});", /a prototype is changed/],
  ['methods assigned to a prototype', 'Object.assign(Map.prototype, { sum });', /a prototype is changed/],
  ['another prototype', 'Object.setPrototypeOf(client, ours);', /a prototype is changed/],
  ['a replaced method', 'pool.connect = () => ours();', /the method connect is replaced/],
  ['a replaced method with a type', 'pool.connect = (() => ours()) as Connect;', /the method connect is replaced/],
  [
    "an overridden method of a library's class",
    "import { Client } from 'pg';\nclass Ours extends Client { override query() {} }",
    /file\.ts:2: query overrides a method of Client/,
  ],
  [
    "a method with an underscore in a library's class",
    "import { Transform } from 'node:stream';\nclass Ours extends Transform { _transform() {} }",
    /_transform overrides a method of Transform/,
  ],
])('%s is listed', (_what, text, fault) => {
  expect(faultsIn('file.ts', text)).toEqual([expect.stringMatching(fault)]);
});

test.each([
  ["a class's own private field", 'class Ours { #parser = 1; get() { return this.#parser; } }'],
  ['an event handler', 'source.onmessage = () => read();'],
  ['an option', 'new Pool({ query_timeout: 9_000 });'],
  ['a value', 'user.accessToken = tokenOf(reply);'],
  [
    "an override of our own class's method",
    "import { Ours } from './ours.ts';\nclass More extends Ours { override run() {} }",
  ],
  ["an error of one's own", 'class Refusal extends Error {}'],
])('%s is not listed', (_what, text) => {
  expect(faultsIn('file.ts', text)).toEqual([]);
});
