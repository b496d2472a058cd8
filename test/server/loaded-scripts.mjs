// Loaded with `--import`: at exit, the process writes the URLs of all loaded scripts to the file SCRIPTS.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

const scripts = new Set();
const session = new Session();
session.connect();
session.on('Debugger.scriptParsed', ({ params }) => scripts.add(params.url));
session.post('Debugger.enable');
process.once('exit', () => writeFileSync(process.env['SCRIPTS'] ?? '', [...scripts].join('\n')));
