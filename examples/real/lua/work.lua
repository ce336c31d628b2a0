-- A fixed amount of interpreter work: calls, arithmetic, tables, strings, sorting. Prints lines that every build must agree on.
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end

local function sieve(n)
	local composite, count = {}, 0
	for i = 2, n do
		if not composite[i] then
			count = count + 1
			for j = i * i, n, i do composite[j] = true end
		end
	end
	return count
end

local function words(n)
	local seen, out = {}, {}
	for i = 1, n do
		local word = string.format("%x", i * 2654435761 % 65536)
		seen[word] = (seen[word] or 0) + 1
	end
	for word in pairs(seen) do out[#out + 1] = word end
	table.sort(out)
	return #out, table.concat(out, ",", 1, 5)
end

local function orbit(n)
	local x, v, dt = 1.0, 0.0, 1e-4
	for _ = 1, n do
		v = v - x * dt
		x = x + v * dt
	end
	return x
end

for _ = 1, 2 do print(fib(30), sieve(1500000), words(400000), string.format("%.10f", orbit(6000000))) end
