export { commitAnswers } from './commands.answers.actions.ts'
export { findSecretsOfDevices } from './commands.delivery.repository.ts'
export {
  type CommandDelivery,
  createCommandDelivery,
} from './commands.delivery.ts'
export { commandEndpoints } from './commands.endpoints.ts'
