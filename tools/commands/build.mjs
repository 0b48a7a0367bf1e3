// npm run build [program ...]: builds what is stale of the given programs. Default: everything.
import { allPrograms, prepare } from '../prepare/prepare.mjs'

const given = process.argv.slice(2)
await prepare(given.length > 0 ? { programs: given } : { programs: allPrograms, web: true })
