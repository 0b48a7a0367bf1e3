import { computeRounds } from './dispatch/engine/dispatch.round-program.ts'

computeRounds()
