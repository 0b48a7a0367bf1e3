// npm run backup [file]: everything of the database in one file, while people go on working.
import { prepare, root } from '../prepare/prepare.mjs'

await prepare({ programs: ['dist/tools/backup.mjs'] })
const { backupCommand } = await import(`${root}dist/tools/backup.mjs`)
await backupCommand(process.argv[2])
