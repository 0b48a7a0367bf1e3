import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addRegion } from '../places.pack-install.ts'

// A build that never ends, for tests that kill it.
const [directory = '', file = ''] = process.argv.slice(2)
const staying = setInterval(() => undefined, 1_000)
await addRegion({
  directory,
  file,
  name: 'small',
  build: async (options) => {
    await writeFile(join(options.directory, 'roads.bin'), 'half')
    process.send?.('begun')
    return new Promise(() => undefined)
  },
}).finally(() => clearInterval(staying))
