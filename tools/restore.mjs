// npm run restore <file>: fills an empty data dir, or an empty database of DATABASE_URL, from a backup.
import { prepare, root } from './prepare.mjs'

await prepare({ programs: ['dist/tools/keep.mjs'] })
const { restoreCommand } = await import(`${root}dist/tools/keep.mjs`)
await restoreCommand(process.argv[2])
