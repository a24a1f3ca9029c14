// Every test in one process: node test/all.js
import './calendar.test.js'
import './csv.test.js'
import './log-reader.test.js'
import './planner.test.js'
import './tides.test.js'
