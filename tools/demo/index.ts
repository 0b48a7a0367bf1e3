export { startDemoActivity } from './activity.ts'
export { type Demo, fillDemo } from './fill.ts'
