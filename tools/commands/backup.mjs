// npm run backup [file]: writes the database into one file; Rumbo may keep running.
import { prepare, root } from '../prepare/prepare.mjs'

await prepare({ programs: ['dist/tools/backup.mjs'] })
const { backupCommand } = await import(`${root}dist/tools/backup.mjs`)
await backupCommand(process.argv[2])
