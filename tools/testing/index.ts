export {
  createTestApp,
  refuseExtraFields,
  requireContract,
  type TestApp,
  type TestCall,
  testClock,
  testSecret,
} from './app.ts'
export { createFixtures, outcomeOf, type TestFixtures } from './fixtures.ts'
export { type TestDatabase, testDatabase } from './test-database.ts'
export { startExternalPostgres, testedVersions } from './test-postgres.ts'
export { useFixtures } from './use-fixtures.ts'
