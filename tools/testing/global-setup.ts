import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './test-postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    rumboPostgres: { maintenanceUrl: string; appUrl: string; superuserUrl: string; templateDatabase: string }
  }
}

/** Once per test run: one PostgreSQL, its roles, and the template every test file clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { postgres, appPassword, templateDatabase, stop } = await startTestPostgres()
  project.provide('rumboPostgres', {
    maintenanceUrl: postgres.superuserUrl,
    superuserUrl: postgres.superuserUrlOf('DATABASE'),
    appUrl: postgres.url('DATABASE', 'rumbo_app', appPassword),
    templateDatabase,
  })
  return stop
}
