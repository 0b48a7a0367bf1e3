// Builds what is stale: the programs named, or everything. `npm run dev` and the end-to-end tests call it.
import { allPrograms, prepare } from '../prepare/prepare.mjs'

const named = process.argv.slice(2)
await prepare(named.length > 0 ? { programs: named } : { programs: allPrograms, web: true })
