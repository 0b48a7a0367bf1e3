import { misspeltVariables } from '@rumbo/server/platform/configuration/spelling'
import { variables } from '@rumbo/server/platform/configuration/variables'

/** Variables of the commands; the server does not read them. */
export const commandVariables = {
  RUMBO_DEMO: {
    default: '1 for `npm start`',
    meaning: 'Demo companies, users and the simulated fleet; 0 starts without them',
  },
  RUMBO_BROWSER: { default: 'found or installed', meaning: 'Browser of the end-to-end tests' },
  RUMBO_TEST_POSTGRES: { default: '18', meaning: 'PostgreSQL of the tests; `npm run test:pg15` sets 15' },
  RUMBO_TEST_DATABASE_USER: {
    default: 'superuser',
    meaning: 'User that provisions the database of the tests; `npm run test:createrole` sets createrole',
  },
  RUMBO_TEST_SEED: { default: '1', meaning: 'Seed of the random data of the tests; a whole number' },
  RUMBO_TEST_DATA: {
    default: 'beside the project',
    meaning: 'Folder of recorded device messages; without it their tests are skipped',
  },
}

/** Logs each unknown RUMBO_ variable, with the known name it resembles. */
export function warnOfMisspeltVariables(
  environment: Record<string, string | undefined>,
  log: (sentence: string) => void,
): void {
  const known = [...Object.keys(variables), ...Object.keys(commandVariables)]
  for (const sentence of misspeltVariables(environment, known)) log(`Warning: ${sentence}`)
}
