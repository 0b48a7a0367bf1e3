// npm run region -- add|list|remove: manages regions, which hold streets, addresses and roads of an OpenStreetMap extract.
import { prepare, root } from '../prepare/prepare.mjs'

await prepare({ programs: ['dist/tools/region.mjs', 'dist/server/region-builder.mjs'] })
const { regionCommand } = await import(`${root}dist/tools/region.mjs`)
process.exitCode = await regionCommand(process.argv.slice(2))
