export { commitAnswers } from './commands.answers.actions.ts'
export {
  type CommandDelivery,
  createCommandDelivery,
} from './commands.delivery.ts'
export { commandEndpoints } from './commands.endpoints.ts'
export { findSecretsOfDevices } from './commands.passwords.ts'
