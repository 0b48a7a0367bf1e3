import { runPlanningThread } from '@rumbo/optimizer'

runPlanningThread()
