import { misspeltVariables } from '@rumbo/server/platform/configuration/spelling'
import { variables } from '@rumbo/server/platform/configuration/variables'

/** What only the commands read, not the server. */
export const commandVariables = {
  RUMBO_DEMO: {
    default: '1 for `npm start`',
    meaning: 'Demo companies, users and the simulated fleet; 0 starts without them',
  },
  RUMBO_BROWSER: { default: 'found or installed', meaning: 'Browser of the end-to-end tests' },
  RUMBO_TEST_POSTGRES: { default: '18', meaning: 'PostgreSQL of the tests; `npm run test:pg15` sets 15' },
  RUMBO_TEST_DATABASE_USER: {
    default: 'superuser',
    meaning: 'Who provisions the database of the tests; `npm run test:createrole` sets createrole',
  },
  RUMBO_TEST_DATA: {
    default: 'beside the project',
    meaning: 'Folder of recorded device messages; without it their tests are skipped',
  },
}

/** Logs each RUMBO_ variable that has no meaning, with the name it resembles. */
export function warnOfMisspeltVariables(
  environment: Record<string, string | undefined>,
  log: (sentence: string) => void,
): void {
  const known = [...Object.keys(variables), ...Object.keys(commandVariables)]
  for (const sentence of misspeltVariables(environment, known)) log(`Warning: ${sentence}`)
}
