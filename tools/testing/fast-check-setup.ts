import { configureGlobal, readConfigureGlobal } from 'fast-check'
import { testSeed } from './seed.mjs'

configureGlobal({ ...readConfigureGlobal(), seed: testSeed() })
