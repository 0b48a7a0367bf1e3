import { join } from 'node:path'
import { buildPackFiles, packVersion } from '@rumbo/server/places/regions/places.pack'
import { addRegion } from '@rumbo/server/places/regions/places.pack-install'
import { createRegionStore } from '@rumbo/server/places/regions/places.regions'
import { projectRoot } from '@rumbo/server/platform/process/project-root'

/** The main avenues of Mexico City, written by hand. */
export const demoRegionFile = () => join(projectRoot(), 'tools', 'demo', 'region', 'mexico-city.osm')
const name = 'mexico-city'
const title = 'Ciudad de México (avenidas principales, aproximado)'

/** Builds the demo's region as any other is built, unless it is there already. The file is small: no own process. */
export async function installDemoRegion(directory: string, tell: (sentence: string) => void): Promise<void> {
  const file = demoRegionFile()
  try {
    const store = createRegionStore({ directory, lookEveryMs: 0 })
    const installed = store.list().find((region) => region.name === name)
    if (installed?.version === (await packVersion(file, title))) return
    tell('Building the region of the demo')
    await addRegion({ directory, file, name, title, build: buildPackFiles })
  } catch (error) {
    tell(`The demo starts without streets: ${(error as Error).message}`)
  }
}
