import type { TestProject } from 'vitest/node'
import { programsForTests } from './programs.ts'
import { startTestPostgres } from './test-postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    rumboPostgres: { maintenanceUrl: string; appUrl: string; superuserUrl: string; templateDatabase: string }
    /** The folder of the server's bundled programs. */
    rumboPrograms: string
  }
}

/** Once per test run: starts one PostgreSQL with a template database, and bundles the server's programs. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  project.provide('rumboPrograms', await programsForTests())
  const { postgres, appPassword, templateDatabase, stop } = await startTestPostgres()
  project.provide('rumboPostgres', {
    maintenanceUrl: postgres.superuserUrl,
    superuserUrl: postgres.superuserUrlOf('DATABASE'),
    appUrl: postgres.url('DATABASE', 'rumbo_app', appPassword),
    templateDatabase,
  })
  project.onTestsRerun(async () => project.provide('rumboPrograms', await programsForTests()))
  return stop
}
