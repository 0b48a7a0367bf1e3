import { planRoutes } from './planning/runs/thread/planning.run-program.ts'

planRoutes()
