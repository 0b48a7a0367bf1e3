// npm run restore <file>: fills an empty data dir, or an empty database of DATABASE_URL, from a backup.
import { prepare, root } from '../prepare/prepare.mjs'

await prepare({ programs: ['dist/tools/backup.mjs'] })
const { restoreCommand } = await import(`${root}dist/tools/backup.mjs`)
await restoreCommand(process.argv[2])
