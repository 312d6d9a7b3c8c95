// Drives `gier dap` by a client of other people, npm's @vscode/debugadapter-testsupport, and holds what
// it sees to tests/dap/nim.txt and count.txt. .ci/run calls it where node is there:
//   node tests/dap/session.cjs PATH-OF-GIER
// With UPDATE=1 the traces are written anew.
'use strict';
const fs = require('fs');
const path = require('path');
const { DebugClient } = require('@vscode/debugadapter-testsupport');

const gier = path.resolve(process.argv[2]);
const root = path.resolve(__dirname, '..', '..');
let trace = [];

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

const begin = async (launch, configure) => {
  const client = new DebugClient(gier, 'dap', 'gier');
  client.defaultTimeout = 20000;
  await client.start();
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
  await scope(client, frames[0].id, 'Locals', ['actualgroup', 'removed', 'groups', 'GROUP', 'settled']);
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
  let memory = await custom(client, 'readMemory', { memoryReference: '0xb0', count: 16 });
  tell(`memory ${memory.body.address} ${memory.body.data}`);
  const registers = await scope(client, frames[0].id, 'Registers', ['s', 'R']);
  const set = await client.setVariableRequest({ variablesReference: registers, name: 'R', value: '17' });
  tell(`R is now ${set.body.value}`);
  await custom(client, 'writeMemory', { memoryReference: '0xb8', data: 'AAAAAAAAACo=' });
  memory = await custom(client, 'readMemory', { memoryReference: '0xb0', count: 16 });
  tell(`memory ${memory.body.address} ${memory.body.data}`);
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

const main = async () => {
  let wrong = 0;
  for (const [name, session] of [['nim', nim], ['count', count]]) {
    trace = [];
    await session();
    const file = path.join(__dirname, `${name}.txt`);
    const found = trace.join('\n').replace(/\r/g, '').split(root).join('') + '\n';
    if (process.env.UPDATE) fs.writeFileSync(file, found);
    else if (fs.readFileSync(file, 'utf8') !== found) {
      console.error(`${file} differs; UPDATE=1 writes it anew:\n${found}`);
      wrong += 1;
    }
  }
  process.exit(wrong === 0 ? 0 : 1);
};

main().catch((error) => { console.error(trace.join('\n')); console.error(error); process.exit(1); });
