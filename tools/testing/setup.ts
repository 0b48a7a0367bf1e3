import { takeProgramsFrom } from '@rumbo/server/platform/process/child-program'
import { inject } from 'vitest'
import type {} from './global-setup.ts'

takeProgramsFrom(inject('rumboPrograms'))
