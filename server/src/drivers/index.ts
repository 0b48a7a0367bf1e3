export { driverEndpoints } from './drivers.endpoints.ts'
export { driverCrontab, driverTasks } from './drivers.jobs.ts'
