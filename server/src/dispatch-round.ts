import { computeRounds } from './dispatch/engine/thread/dispatch.round-program.ts'

computeRounds()
