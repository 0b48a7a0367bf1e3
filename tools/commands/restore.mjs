// npm run restore <file>: restores a backup into an empty data folder, or an empty database of DATABASE_URL.
import { prepare, root } from '../prepare/prepare.mjs'

await prepare({ programs: ['dist/tools/backup.mjs'] })
const { restoreCommand } = await import(`${root}dist/tools/backup.mjs`)
await restoreCommand(process.argv[2])
