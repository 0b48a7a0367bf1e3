export { type Conductor, conductDemo } from './activity.ts'
export { type Demo, type DemoLogin, fillDemo } from './fill.ts'
