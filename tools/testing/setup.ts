import { takeProgramsFrom } from '@rumbo/server/platform/child-program'
import { inject } from 'vitest'
import type {} from './global-setup.ts'

takeProgramsFrom(inject('rumboPrograms'))
