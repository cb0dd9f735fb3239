#!/usr/bin/env node
import '../dist/usher-platform/main.js';
