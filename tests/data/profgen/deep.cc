// Deep inlining through templates, lambdas and the library, on data that is sorted, hashed and folded; some threads.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace {
struct Random {
	unsigned long state;
	unsigned long next() { return state = state * 6364136223846793005ul + 1442695040888963407ul, state >> 33; }
};
template <int depth> struct Fold {
	static unsigned long of(unsigned long x) { return depth % 2 ? Fold<depth - 1>::of(x * 3 + depth) : Fold<depth - 1>::of(x ^ x >> depth); }
};
template <> struct Fold<0> {
	static unsigned long of(unsigned long x) { return x; }
};
class Shape {
public:
	virtual ~Shape() = default;
	virtual double area() const = 0;
};
class Square : public Shape {
	double side;
public:
	explicit Square(double s) : side(s) {}
	double area() const override { return side * side; }
};
class Circle : public Shape {
	double radius;
public:
	explicit Circle(double r) : radius(r) {}
	double area() const override { return 3.14159 * radius * radius; }
};
}

static unsigned long work(unsigned long seed, int rounds)
{
	Random random{ seed };
	std::vector<unsigned long> numbers;
	std::unordered_map<unsigned long, int> counts;
	std::map<std::string, unsigned long> names;
	std::vector<Shape *> shapes;
	unsigned long sum = 0;

	for (int round = 0; round < rounds; round++) {
		numbers.clear();
		for (int i = 0; i < 2000; i++)
			numbers.push_back(Fold<9>::of(random.next()));
		std::sort(numbers.begin(), numbers.end(), [](unsigned long a, unsigned long b) { return (a & 0xffff) < (b & 0xffff); });
		for (unsigned long n : numbers)
			counts[n & 1023]++;
		for (int i = 0; i < 100; i++)
			names["name" + std::to_string(numbers[i] % 50)] += numbers[i];
		shapes.push_back(round % 3 ? static_cast<Shape *>(new Square(round)) : new Circle(round));
		for (const Shape *shape : shapes)
			sum += static_cast<unsigned long>(shape->area());
	}
	for (auto &[name, value] : names)
		sum += name.size() * value;
	for (auto &[number, count] : counts)
		sum ^= number * static_cast<unsigned long>(count);
	for (Shape *shape : shapes)
		delete shape;
	return sum;
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? std::atoi(argv[1]) : 300;
	unsigned long results[2] = { 0, 0 };
	std::thread first([&] { results[0] = work(1, rounds); }), second([&] { results[1] = work(2, rounds); });

	first.join();
	second.join();
	std::printf("%lu %lu\n", results[0], results[1] + work(3, rounds / 2));
}
