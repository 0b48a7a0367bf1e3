import { parentPort } from 'node:worker_threads'
import { runPlanningThread } from '@rumbo/optimizer'

if (!parentPort) throw new Error('This program runs in a thread.')
runPlanningThread(parentPort)
