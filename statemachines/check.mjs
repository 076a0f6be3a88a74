// Checks every state machine of this folder with the validator of the States Language, and the check with a broken one.
import { createRequire } from 'node:module';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const validate = createRequire(import.meta.url)('asl-validator');
const folder = dirname(fileURLToPath(import.meta.url));
const broken = { QueryLanguage: 'JSONata', StartAt: 'A', States: { A: { Type: 'Pass', Next: 'Nowhere' } } };

function problemsOf(definition) {
  const result = validate(definition);
  return result.isValid ? [] : [result.errorsText('\n')];
}

if (problemsOf(broken).length === 0) {
  console.error('the validator accepts a state that goes nowhere: it checks nothing');
  process.exit(1);
}
const files = readdirSync(folder).filter((name) => name.endsWith('.asl.json'));
if (files.length === 0) {
  console.error('there is no state machine to check');
  process.exit(1);
}
const failures = files.flatMap((name) =>
  problemsOf(JSON.parse(readFileSync(join(folder, name), 'utf8'))).map((problem) => `${name}: ${problem}`),
);
failures.forEach((failure) => console.error(failure));
process.exit(failures.length === 0 ? 0 : 1);
