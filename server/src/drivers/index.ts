export { followPresentedCard } from './drivers.cards.actions.ts'
export { driverEndpoints } from './drivers.endpoints.ts'
export { driverCrontab, driverTasks } from './drivers.jobs.ts'
export { withDriverPhones } from './drivers.phones.actions.ts'
