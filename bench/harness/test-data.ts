import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@rumbo/server/platform/process/project-root'

/** The folder of public data that benchmarks read: `RUMBO_TEST_DATA`, by default beside the project. */
export const testDataFolder = process.env.RUMBO_TEST_DATA ?? join(projectRoot(), '..', 'shared', 'data')

/** The path of the OpenStreetMap extract of Porto. Ends the benchmark with a message where it is missing. */
export function portoExtract(): string {
  const file = join(testDataFolder, 'osm', 'porto.osm.pbf')
  if (existsSync(file)) return file
  console.error(`The extract ${file} is missing; set RUMBO_TEST_DATA to the folder of test data.`)
  process.exit(1)
}
