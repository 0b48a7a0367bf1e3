import { join } from 'node:path'

/** The file that says that a data dir holds the demo, whose passwords are public. */
export const demoMark = (dataDir: string): string => join(dataDir, 'demo')
