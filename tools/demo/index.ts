export { type Conductor, conductDemo } from './conductor.ts'
export { type Demo, type DemoLogin, fillDemo } from './fill.ts'
