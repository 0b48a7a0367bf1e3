// npm run region -- add|list|remove: street maps, addresses and roads of a region, from an OpenStreetMap extract.
import { prepare, root } from '../prepare/prepare.mjs'

await prepare({ programs: ['dist/tools/region.mjs', 'dist/server/region-builder.mjs'] })
const { regionCommand } = await import(`${root}dist/tools/region.mjs`)
process.exitCode = await regionCommand(process.argv.slice(2))
