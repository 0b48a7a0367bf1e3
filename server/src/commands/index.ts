export { commandEndpoints } from './commands.endpoints.ts'
export type { CommandSettled } from './commands.facts.ts'
