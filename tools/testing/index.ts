export {
  createTestApp,
  refuseExtraFields,
  type TestApp,
  type TestCall,
  type TestClock,
  testClock,
  testSecret,
} from './app.ts'
export { type Cast, castOf, outcomeOf } from './fixtures.ts'
export { type TestDatabase, testDatabase } from './test-database.ts'
export { startExternalPostgres, testedVersions } from './test-postgres.ts'
