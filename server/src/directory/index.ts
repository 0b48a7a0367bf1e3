export { directoryEndpoints } from './directory.endpoints.ts'
export { findContact } from './directory.repository.ts'
