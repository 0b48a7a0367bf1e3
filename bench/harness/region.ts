import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPackFiles } from '@rumbo/server/places/regions/places.pack'
import { addRegion } from '@rumbo/server/places/regions/places.pack-install'

/**
 * A folder of server files, `RUMBO_FILES_DIR`, with the region of an extract.
 * @param file the extract, `.osm` or `.osm.pbf`
 */
export async function filesWithRegion(file: string, name: string): Promise<string> {
  const files = mkdtempSync(join(tmpdir(), 'rumbo-bench-files-'))
  // The processes of the server may run as another user.
  chmodSync(files, 0o777)
  const directory = join(files, 'regions')
  mkdirSync(directory)
  await addRegion({ directory, file, name, build: buildPackFiles })
  return files
}
