// Checks messages of `gier dap` against the protocol's published declarations, npm's
// @vscode/debugprotocol, turned into JSON schemas. npm has no JSON schema of the protocol.
'use strict';
const path = require('path');
const Ajv = require('ajv');
const TJS = require('typescript-json-schema');

const declarations = path.join(path.dirname(require.resolve('@vscode/debugprotocol/lib/debugProtocol.js')), 'debugProtocol.d.ts');
const program = TJS.getProgramFromFiles([declarations], { lib: ['es2020'], strictNullChecks: true });
const generator = TJS.buildGenerator(program, { required: true, strictNullChecks: true, ignoreErrors: true });
const known = new Set(generator.getUserSymbols());
const ajv = new Ajv({ strict: false, allErrors: true });
const validators = new Map();

const validator = (name) => {
  if (!validators.has(name)) validators.set(name, ajv.compile(generator.getSchemaForSymbol(name)));
  return validators.get(name);
};
const symbol = (word, kind) => `DebugProtocol.${word[0].toUpperCase()}${word.slice(1)}${kind}`;

/** What is wrong with a message; an empty list if nothing is. */
exports.faults = (message) => {
  const faults = [];
  const wrong = (what) => faults.push(`${message.event || message.command}: ${what}`);
  let name = 'DebugProtocol.ErrorResponse';
  if (message.type === 'event') name = symbol(message.event, 'Event');
  // A request of gier's own, which the protocol allows, has the form of every response.
  else if (message.success && message.command.startsWith('gier/')) name = 'DebugProtocol.Response';
  else if (message.success) name = symbol(message.command, 'Response');
  if (!known.has(name)) wrong(`the protocol has no ${name}`);
  else if (!validator(name)(message)) validator(name).errors.forEach((error) => wrong(`${error.instancePath} ${error.message}`));
  if (message.body === null) wrong('the body is null');
  for (const number of ['seq', 'request_seq']) {
    if (number in message && !Number.isInteger(message[number])) wrong(`${number} is not a whole number`);
  }
  return faults;
};
