import { join } from 'node:path'

/** The file that marks a data folder as one of the demo, whose passwords are public. */
export const demoMark = (dataDir: string): string => join(dataDir, 'demo')
