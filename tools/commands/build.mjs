// npm run build [program ...]: builds the given programs if their sources changed. Default: all programs.
import { allPrograms, prepare } from '../prepare/prepare.mjs'

const given = process.argv.slice(2)
await prepare(given.length > 0 ? { programs: given } : { programs: allPrograms, web: true })
