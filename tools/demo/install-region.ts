import { join } from 'node:path'
import { buildPackFiles, packVersion } from '@rumbo/server/places/regions/places.pack'
import { addRegion } from '@rumbo/server/places/regions/places.pack-install'
import { createRegionStore } from '@rumbo/server/places/regions/places.regions'
import { projectRoot } from '@rumbo/server/platform/process/project-root'

/** OpenStreetMap XML with the main avenues of Mexico City, written by hand. */
export const demoRegionFile = () => join(projectRoot(), 'tools', 'demo', 'region', 'mexico-city.osm')
const name = 'mexico-city'
const title = 'Ciudad de México (avenidas principales, aproximado)'

/** Builds the demo's region unless it is installed. The file is small, so it needs no process of its own. */
export async function installDemoRegion(directory: string, log: (sentence: string) => void): Promise<void> {
  const file = demoRegionFile()
  try {
    const store = createRegionStore({ directory, pollIntervalMs: 0 })
    const installed = store.list().find((region) => region.name === name)
    if (installed?.version === (await packVersion(file, title))) return
    log('Building the region of the demo')
    await addRegion({ directory, file, name, title, build: buildPackFiles })
  } catch (error) {
    log(`The demo starts without streets, because its region could not be built: ${(error as Error).message}`)
  }
}
