export { type DemoActivity, startDemoActivity } from './activity.ts'
export { type Demo, type DemoLogin, fillDemo } from './fill.ts'
