import { recordAnswers } from '../endpoints/record-answers.ts';
import { callEverything, startServed } from '../endpoints/served-calls.ts';
import { answerFiles, writeAnswerFile } from './answer-files.ts';
import { answerSchemas } from './answer-schemas.ts';

// `npm run answers`: writes the schemas of all answers from their types, and an example of each
// from the reference platform.
await writeAnswerFile(answerFiles.schemas, answerSchemas());

const started = await startServed();
const recording = recordAnswers();
try {
  await callEverything(started, recording.add);
} finally {
  await started.close();
}
await writeAnswerFile(answerFiles.examples, recording.examples());
