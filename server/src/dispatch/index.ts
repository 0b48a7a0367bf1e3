export { dispatchEndpoints } from './dispatch.endpoints.ts'
export { createDispatchEngine } from './engine/dispatch.engine.ts'
