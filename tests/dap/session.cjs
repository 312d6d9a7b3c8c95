// Drives `gier dap` by VS Code's test client, npm's @vscode/debugadapter-testsupport, and compares what
// it sees with tests/dap/*.txt. Every message is checked against the protocol (schema.cjs). .ci/run
// calls this script if node is available:
//   node tests/dap/session.cjs PATH-OF-GIER
// UPDATE=1 rewrites the traces.
'use strict';
const fs = require('fs');
const path = require('path');
const { DebugClient } = require('@vscode/debugadapter-testsupport');
const schema = require('./schema.cjs');

const gier = path.resolve(process.argv[2]);
const root = path.resolve(__dirname, '..', '..');
let trace = [];
let invalid = [];

const tell = (line) => trace.push(line);
const where = async (client) => {
  const { body } = await client.stackTraceRequest({ threadId: 1 });
  for (const frame of body.stackFrames) {
    const source = frame.source ? `${frame.source.name}:${frame.line}:${frame.column}` : '-';
    tell(`  ${frame.name} at ${source}`);
  }
  return body.stackFrames;
};
const evaluate = async (client, expression, context, frameId) => {
  try {
    const { body } = await client.evaluateRequest({ expression, context, frameId });
    tell(`  ${expression} → ${body.result}`);
  } catch (error) {
    tell(`  ${expression} → ! ${error.message}`);
  }
};
const stopped = async (client, request) => {
  const [event] = await Promise.all([client.waitForEvent('stopped'), request()]);
  tell(`stopped: ${event.body.reason}: ${event.body.description}`);
  return event;
};
const scope = async (client, frameId, name, only) => {
  const { body } = await client.scopesRequest({ frameId });
  const found = body.scopes.find((scope) => scope.name === name);
  const { body: { variables } } = await client.variablesRequest({ variablesReference: found.variablesReference });
  for (const variable of variables.filter((variable) => !only || only.includes(variable.name))) {
    tell(`  ${name}: ${variable.name} = ${variable.value}`);
  }
  return found.variablesReference;
};
const custom = (client, command, args) => client.send(command, args);

const connect = async () => {
  const client = new DebugClient(gier, 'dap', 'gier');
  client.defaultTimeout = 20000;
  const dispatch = client.dispatch.bind(client);
  client.dispatch = (body) => {
    invalid.push(...schema.faults(JSON.parse(body)));
    dispatch(body);
  };
  await client.start();
  return client;
};

const begin = async (launch, configure) => {
  const client = await connect();
  let paper = '';
  client.on('output', (event) => {
    if (event.body.category === 'stdout') paper += event.body.output;
    else tell(`console: ${event.body.output.trimEnd()}`);
  });
  const { body } = await client.initializeRequest();
  tell(`can: ${Object.keys(body).filter((key) => body[key] === true).sort().join(' ')}`);
  await Promise.all([client.waitForEvent('initialized'), client.launchRequest(launch)]);
  await configure(client);
  return { client, paper: () => paper };
};

const nim = async () => {
  const strategy = path.join(root, 'programs/nim/library/STRATEGY.alg');
  const machine = path.join(root, 'programs/nim/library/MACHINE.alg');
  const { client, paper } = await begin(
    { program: path.join(root, 'roms/nim.drum'), sources: [path.join(root, 'programs/nim')], typed: 'djk 3 3 1 2 nj3 ' },
    async (client) => {
      const { body } = await client.setBreakpointsRequest({
        source: { path: machine }, breakpoints: [{ line: 15 }, { line: 18, logMessage: 'I take {removed} of {actual group}' }],
      });
      body.breakpoints.forEach((point) => tell(`breakpoint line ${point.line} ${point.verified} ${point.message || ''}`));
      const functions = await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'STRATEGY', condition: 'removed = 0 and biggest group = 0' }] });
      functions.body.breakpoints.forEach((point) => tell(`function ${point.verified} ${point.message || ''}`));
      await custom(client, 'setExceptionBreakpoints', { filters: ['alarm'] });
    });
  await stopped(client, () => client.configurationDoneRequest());
  let frames = await where(client);
  await scope(client, frames[0].id, 'Globals', ['actual group', 'removed', 'groups', 'GROUP', 'settled']);
  await scope(client, frames[0].id, 'Registers');
  await evaluate(client, 'GROUP[actual group]', 'watch', frames[0].id);
  await evaluate(client, 'groups', 'hover', frames[frames.length - 1].id);
  await stopped(client, () => client.nextRequest({ threadId: 1 }));
  await where(client);
  await evaluate(client, 'GROUP[actual group]', 'watch');
  await stopped(client, () => client.stepBackRequest({ threadId: 1 }));
  await where(client);
  await stopped(client, () => client.stepInRequest({ threadId: 1 }));
  await stopped(client, () => client.stepOutRequest({ threadId: 1 }));
  await where(client);
  const info = await custom(client, 'dataBreakpointInfo', { name: 'removed' });
  tell(`data: ${info.body.description}`);
  await custom(client, 'setDataBreakpoints', { breakpoints: [{ dataId: info.body.dataId, accessType: 'write' }] });
  await stopped(client, () => client.reverseContinueRequest({ threadId: 1 }));
  await where(client);
  await evaluate(client, 'who wrote 1000', 'repl');
  await evaluate(client, 'tell line', 'repl');
  await custom(client, 'setDataBreakpoints', { breakpoints: [] });
  await stopped(client, () => client.continueRequest({ threadId: 1 }));
  tell(`strategy: ${strategy.length > 0}`);
  await client.stop();
  tell('paper:');
  tell(paper());
};

const count = async () => {
  const { client, paper } = await begin(
    { program: path.join(root, 'tests/debug/count.slip'), stopOnEntry: true, stopAtEnd: true },
    async (client) => {
      const points = await custom(client, 'setInstructionBreakpoints', {
        breakpoints: [{ instructionReference: '0x90', condition: 'R = 3' }],
      });
      points.body.breakpoints.forEach((point) => tell(`instruction ${point.verified}`));
    });
  await stopped(client, () => client.configurationDoneRequest());
  await stopped(client, () => client.continueRequest({ threadId: 1 }));
  const frames = await where(client);
  await scope(client, frames[0].id, 'Indicator');
  await stopped(client, () => client.nextRequest({ threadId: 1, granularity: 'instruction' }));
  await where(client);
  await stopped(client, () => client.stepBackRequest({ threadId: 1, granularity: 'instruction' }));
  await where(client);
  const orders = await custom(client, 'disassemble', { memoryReference: '0x90', instructionCount: 5, instructionOffset: -2 });
  orders.body.instructions.forEach((order) => tell(`  ${order.address} ${order.symbol} ${order.instruction}`));
  const registers = await scope(client, frames[0].id, 'Registers', ['s', 'R']);
  const set = await client.setVariableRequest({ variablesReference: registers, name: 'R', value: '17' });
  tell(`R is now ${set.body.value}`);
  await evaluate(client, 'set c23 42', 'repl');
  await evaluate(client, 'cell 23', 'watch');
  await evaluate(client, 'R $', 'watch');
  await custom(client, 'setInstructionBreakpoints', { breakpoints: [] });
  await client.continueRequest({ threadId: 1 });
  await new Promise((resolve) => setTimeout(resolve, 500));
  await stopped(client, () => client.pauseRequest({ threadId: 1 }));
  await where(client);
  await client.stop();
  tell('paper:');
  tell(paper());
};

/** Shows variables and what is in them. */
const tree = async (client, variablesReference, indent, page) => {
  const { body } = await client.variablesRequest({ variablesReference, ...page });
  for (const variable of body.variables) {
    const indexed = variable.indexedVariables === undefined ? '' : ` (${variable.indexedVariables} elements)`;
    tell(`${indent}${variable.name}: ${variable.type} = ${variable.value}${indexed}`);
    if (variable.variablesReference) await tree(client, variable.variablesReference, `${indent}  `);
  }
  return body.variables;
};

const arrays = async () => {
  const program = path.join(root, 'tests/dap/arrays.alg');
  const source = { path: path.join(root, 'tests/dap/../dap/arrays.alg') };
  const { client } = await begin({ program, stopAtEnd: true }, async (client) => {
    const { body } = await client.setBreakpointsRequest({
      source, breakpoints: [{ line: 11 }, { line: 15, hitCondition: '% 2' }, { line: 20, hitCondition: '= 1' }],
    });
    body.breakpoints.forEach((point) => tell(`breakpoint line ${point.line} ${point.verified}`));
    const wrong = await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'fill', hitCondition: 'often' }] });
    tell(`function ${wrong.body.breakpoints[0].verified}: ${wrong.body.breakpoints[0].message}`);
  });
  await stopped(client, () => client.configurationDoneRequest());
  await evaluate(client, 'j', 'watch');
  await stopped(client, () => client.continueRequest({ threadId: 1 }));
  await stopped(client, () => client.continueRequest({ threadId: 1 }));
  const frames = await where(client);
  const { body: { scopes } } = await client.scopesRequest({ frameId: frames[0].id });
  tell(`scopes: ${scopes.map((scope) => scope.name).join(', ')}`);
  await tree(client, scopes[0].variablesReference, '  ');
  const globals = await tree(client, scopes[1].variablesReference, '  ');
  for (const name of ['A', 'plain', 'cube', 'loc']) await evaluate(client, name, 'hover', frames[0].id);
  const plain = globals.find((variable) => variable.name === 'plain').variablesReference;
  const set = await client.setVariableRequest({ variablesReference: plain, name: '[-2]', value: '1.5' });
  tell(`plain[-2] is ${set.body.value}, a ${set.body.type}`);
  await tree(client, plain, '  ', { filter: 'indexed', start: 0, count: 2 });
  for (const [variablesReference, name] of [[plain, '[-1]'], [plain, '[4]'], [scopes[2].variablesReference, 'R']]) {
    const info = await custom(client, 'dataBreakpointInfo', { variablesReference, name });
    tell(`data: ${info.body.dataId} ${info.body.description}`);
  }
  const [locals, outer] = [scopes[0].variablesReference, scopes[1].variablesReference];
  for (const [variablesReference, name, value] of [[plain, '[3]', '8'], [locals, 'loc', '3'], [outer, 'done', '7']]) {
    try {
      const { body } = await client.setVariableRequest({ variablesReference, name, value });
      tell(`  ${name} := ${value} → ${body.value}`);
    } catch (error) {
      tell(`  ${name} := ${value} → ! ${error.message}`);
    }
  }
  const { body: { targets: words } } = await custom(client, 'completions', { text: 'tell pl', column: 8, frameId: frames[0].id });
  tell(`completions: ${words.map((word) => `${word.text} at ${word.start}, ${word.length}`).join('; ')}`);
  const deep = '('.repeat(100000);
  await evaluate(client, deep, 'watch').then(() => trace.push(trace.pop().split(deep).join('(((…')));
  await stopped(client, () => custom(client, 'restart', {}));
  await evaluate(client, 'j', 'watch');
  await client.stop();
};

const faults = async () => {
  const client = await connect();
  client.on('output', ({ body }) => tell(`${body.category} line ${body.line}, column ${body.column} of ${body.source.name}: ${body.output.trimEnd()}`));
  await client.initializeRequest({ adapterID: 'gier', linesStartAt1: false, columnsStartAt1: true }).then(
    () => tell('initialized'), (error) => tell(`lines from 0: ! ${error.message}`));
  await client.initializeRequest();
  try {
    await client.launchRequest({ program: path.join(root, 'tests/dap/faults.alg') });
  } catch (error) {
    tell(`launch: ! ${error.message}`);
  }
  await Promise.all([
    client.waitForEvent('initialized'),
    client.launchRequest({ program: path.join(root, 'tests/dap/arrays.alg'), stopOnEntry: true }),
  ]);
  const source = { path: path.join(root, 'tests/dap/arrays.alg') };
  const { body } = await client.setBreakpointsRequest({ source, breakpoints: [{ line: 11 }] });
  tell(`breakpoint line ${body.breakpoints[0].line} ${body.breakpoints[0].verified}`);
  await stopped(client, () => client.configurationDoneRequest());
  await stopped(client, () => client.continueRequest({ threadId: 1 }));
  const [frame] = await where(client);
  tell(`path ${frame.source.path}`);
  await client.stop();
};

/** Variables that are called as registers and as gier's words; what cannot be meant is refused. */
const names = async () => {
  const program = path.join(root, 'tests/debug/names.alg');
  const all = ['s', 'p', 'in', 'line', 'calls', 'orders', 'seconds', 'cell', 'bit', 'marks', 'by', 'tk', 'r1', 'M', 'R'];
  const { client } = await begin({ program, stopAtEnd: true }, async (client) => {
    const { body } = await client.setBreakpointsRequest({
      source: { path: program }, breakpoints: [
        { line: 17, condition: 's = 1 and R = 15 and line + calls = 9' },
        { line: 20, condition: 'nosuch = 1' },
      ],
    });
    body.breakpoints.forEach((point) => tell(`breakpoint ${point.verified} ${point.message || ''}`));
  });
  await stopped(client, () => client.configurationDoneRequest());
  const frames = await where(client);
  const globals = await scope(client, frames[0].id, 'Globals', all);
  for (const name of [...all, '$s', '$line']) await evaluate(client, name, 'watch', frames[0].id);
  await evaluate(client, `tell ${all.join(', ')}`, 'repl');
  for (const name of ['line', 'R']) {
    const { body } = await client.setVariableRequest({ variablesReference: globals, name, value: '40' });
    tell(`${name} is now ${body.value}`);
    const info = await custom(client, 'dataBreakpointInfo', { variablesReference: globals, name });
    tell(`data: ${info.body.description}`);
  }
  for (const name of ['nosuch', 'big[9]']) {
    const info = await custom(client, 'dataBreakpointInfo', { name });
    tell(`data: ${info.body.dataId} ${info.body.description}`);
    await evaluate(client, name, 'watch', frames[0].id);
    for (const act of ['tell', 'watch', 'who wrote', 'back to change of']) await evaluate(client, `${act} ${name}`, 'repl');
  }
  const long = `1${'+1'.repeat(100000)}`;
  await evaluate(client, long, 'watch').then(() => trace.push(trace.pop().split(long).join('1+1+…')));
  await client.stop();
};

/** The use of a variable that was never set, as an exception. */
const unset = async () => {
  const program = path.join(root, 'tests/debug/unset.alg');
  const { client } = await begin({ program, stopAtEnd: true }, async (client) => {
    await custom(client, 'setExceptionBreakpoints', { filters: ['alarm', 'unset'] });
  });
  await stopped(client, () => client.configurationDoneRequest());
  const frames = await where(client);
  const { body } = await custom(client, 'exceptionInfo', { threadId: 1 });
  tell(`exception ${body.exceptionId}: ${body.description}`);
  await scope(client, frames[0].id, 'Locals', ['total', 'k']);
  // The new value is computed in the frame of the variable.
  const caller = await scope(client, frames[1].id, 'Locals', ['k']);
  for (const value of ['k + 10', 'k - 10']) {
    const { body: { value: k } } = await client.setVariableRequest({ variablesReference: caller, name: 'k', value });
    tell(`  k of the caller := ${value} → ${k}`);
  }
  await custom(client, 'setExceptionBreakpoints', { filters: ['alarm'] });
  await stopped(client, () => client.continueRequest({ threadId: 1 }));
  await client.stop();
};

/** Where a character of the paper came from. */
const origin = async () => {
  const { client } = await begin(
    { program: path.join(root, 'tests/debug/faults/throws.alg'), stopAtEnd: true }, async () => {});
  await stopped(client, () => client.configurationDoneRequest());
  for (const what of ['line 2 column 6', '"2  1"', '"end"', '"nothing"']) await evaluate(client, `tell origin of ${what}`, 'repl');
  for (const asked of [{ line: 2, column: 6 }, { text: 'end' }, { text: 'nothing' }, { line: 0, column: 1 }, {}]) {
    tell(JSON.stringify(asked));
    await custom(client, 'gier/origin', asked).then(
      ({ body }) => body.links.forEach((link) => tell(`  ${link.line ? `${link.source.name}:${link.line}:${link.column}` : '-'} ${link.text}`)),
      (error) => tell(`  ! ${error.message}`));
  }
  await command(client, 'gier.origin', '2  1');
  await client.stop();
};

/** Executes a command of the extension for VS Code. Small objects take the place of VS Code's modules; the user types a text, and chooses the third line of the answer. */
const command = async (client, name, typed) => {
  const commands = {};
  const vscode = {
    workspace: { getConfiguration: () => ({ get: () => gier }) },
    window: {
      showInputBox: async () => typed,
      showQuickPick: async (items, { title }) => {
        tell(`${title}: ${items.length} lines`);
        return items[2];
      },
      showTextDocument: async (uri, { selection }) => tell(`  shows ${uri} ${selection.start.line}:${selection.start.character}`),
    },
    commands: { registerCommand: (name, run) => { commands[name] = run; } },
    debug: {
      activeDebugSession: { customRequest: async (command, args) => (await custom(client, command, args)).body },
      registerDebugAdapterDescriptorFactory: () => {},
    },
    Uri: { file: (file) => file },
    Position: function Position(line, character) { Object.assign(this, { line, character }); },
    Range: function Range(start, end) { Object.assign(this, { start, end }); },
  };
  const modules = { vscode, 'vscode-languageclient/node': { LanguageClient: function LanguageClient() { this.start = () => {}; } } };
  const Module = require('module');
  const load = Module._load;
  Module._load = (wanted, ...rest) => modules[wanted] || load(wanted, ...rest);
  const extension = require(path.join(root, 'editors/vscode/extension.js'));
  Module._load = load;
  extension.activate({ subscriptions: [] });
  await commands[name]();
};

const main = async () => {
  let wrong = 0;
  for (const [name, session] of [['nim', nim], ['count', count], ['arrays', arrays], ['faults', faults], ['names', names], ['unset', unset], ['origin', origin]]) {
    [trace, invalid] = [[], []];
    await session();
    invalid.forEach((fault) => tell(`invalid: ${fault}`));
    const file = path.join(__dirname, `${name}.txt`);
    const found = trace.join('\n').replace(/\r/g, '').split(root).join('') + '\n';
    if (process.env.UPDATE) fs.writeFileSync(file, found);
    else if (fs.readFileSync(file, 'utf8') !== found) {
      console.error(`${file} differs; UPDATE=1 rewrites it:\n${found}`);
      wrong += 1;
    }
  }
  process.exit(wrong === 0 ? 0 : 1);
};

main().catch((error) => { console.error(trace.join('\n')); console.error(error); process.exit(1); });
